-- Strandline: enables change data capture (CDC) on a database and on tables of it.
--
-- What:   sys.sp_cdc_enable_db on the database, and one capture instance of all columns on every
--         listed table that has none. Its name is SQL Server's default, <schema>_<table>.
-- Why:    CDC keeps every committed change in change tables, which Strandline reads.
-- Who:    a member of sysadmin (sys.sp_cdc_enable_db requires it).
-- Where:  SQL Server 2016 to 2022 (Standard from 2016 SP1 on, Enterprise, Developer), Azure SQL
--         Managed Instance. SQL Server Agent must run: its capture job fills the change tables.
-- Again:  what is enabled already is left alone, so the script may be run any number of times.
-- Cost:   every change is written once more, to the change table; cleanup keeps three days unless
--         sys.sp_cdc_change_job @job_type = N'cleanup', @retention = <minutes> says otherwise.
--
-- Parameters (no default; names must hold neither ' nor ] nor commas):
--   DatabaseName  the database
--   Tables        table names in their schemas, separated by commas
--
-- sqlcmd:  sqlcmd -S <server> -b -i setup.sql -v DatabaseName="sales" Tables="dbo.orders,dbo.lines"
-- SSMS:    Query > SQLCMD Mode; take the dashes off these two lines and set them:
-- :setvar DatabaseName "sales"
-- :setvar Tables "dbo.orders, dbo.lines"
:on error exit
SET NOCOUNT ON;
IF N'$(DatabaseName)' = N'$' + N'(DatabaseName)'
BEGIN
  RAISERROR(N'Run this script with sqlcmd, or in SSMS in SQLCMD mode.', 16, 1);
  SET NOEXEC ON;
END;
GO
USE [$(DatabaseName)];
GO

-- The database. If this fails with error 15517 or 22830, its owner is a login that is not there
-- any more, as after a restore on another server; ALTER AUTHORIZATION ON DATABASE gives it one.
IF NOT EXISTS (SELECT 1 FROM sys.databases WHERE database_id = DB_ID() AND is_cdc_enabled = 1)
BEGIN
  EXEC sys.sp_cdc_enable_db;
  PRINT N'CDC is now enabled on this database.';
END;
GO

-- The tables. @role_name = NULL: no gating role, SELECT permissions alone decide
-- (reader_login.sql). @supports_net_changes = 0: net changes cost an index more, and
-- Strandline reads every change.
-- Error 14258 says that SQL Server Agent is just starting: run the script again.
DECLARE @rest nvarchar(max) = N'$(Tables)' + N',';
DECLARE @table nvarchar(600);
DECLARE @id int;
DECLARE @schema sysname;
DECLARE @name sysname;
DECLARE @database sysname = DB_NAME();
WHILE CHARINDEX(N',', @rest) > 0
BEGIN
  SET @table = LTRIM(RTRIM(LEFT(@rest, CHARINDEX(N',', @rest) - 1)));
  SET @rest = SUBSTRING(@rest, CHARINDEX(N',', @rest) + 1, LEN(@rest));
  SET @id = OBJECT_ID(@table, N'U');
  IF @id IS NULL
  BEGIN
    RAISERROR(N'There is no table %s in database %s.', 16, 1, @table, @database);
    RETURN;
  END;
  IF NOT EXISTS (SELECT 1 FROM cdc.change_tables WHERE source_object_id = @id)
  BEGIN
    SET @schema = OBJECT_SCHEMA_NAME(@id);
    SET @name = OBJECT_NAME(@id);
    EXEC sys.sp_cdc_enable_table
      @source_schema = @schema,
      @source_name = @name,
      @role_name = NULL,
      @supports_net_changes = 0;
    PRINT N'CDC is now enabled on ' + @table + N'.';
  END;
END;
GO

-- Check: is SQL Server Agent there? (Managed Instance, edition 8, always runs it.)
IF CAST(SERVERPROPERTY(N'EngineEdition') AS int) <> 8
BEGIN
  IF NOT EXISTS (
    SELECT 1 FROM sys.dm_server_services
    WHERE servicename LIKE N'SQL Server Agent%' AND status_desc = N'Running'
  )
  BEGIN
    PRINT N'WARNING: SQL Server Agent does not run, so nothing is captured until it is started.';
  END;
END;
GO

-- Check: every table with its instances, and the two jobs with their settings.
SELECT
  OBJECT_SCHEMA_NAME(c.source_object_id) AS source_schema,
  OBJECT_NAME(c.source_object_id) AS source_table,
  c.capture_instance,
  c.role_name,
  c.create_date
FROM cdc.change_tables AS c
ORDER BY source_schema, source_table, c.create_date;

SELECT j.job_type, j.pollinginterval AS polling_seconds, j.retention AS retention_minutes
FROM msdb.dbo.cdc_jobs AS j
WHERE j.database_id = DB_ID()
ORDER BY j.job_type;
GO
