-- Strandline: makes a login that may read one capture instance and nothing else.
--
-- What:   a login and its database user, if they are missing; SELECT on the captured columns of the
--         source table (and on the columns of its key); SELECT on the change table; membership of
--         the instance's gating role, if it has one.
-- Why:    Strandline reads the change table directly, and SQL Server shows an instance only to
--         those who may SELECT its captured columns. It needs no other right: the time mapping and
--         the LSN functions are open to every user of the database, and Strandline writes nothing.
-- Who:    a member of sysadmin, or of securityadmin and of db_owner.
-- Where:  SQL Server 2016 to 2022, Azure SQL Managed Instance.
-- Again:  an existing login or user is left alone, its password too; the rights are given again,
--         which changes nothing. Run it once for every capture instance, also for a new one.
--
-- Parameters (no default; names must not hold ' or ]):
--   DatabaseName     the database
--   CaptureInstance  as sys.sp_cdc_help_change_data_capture lists it
--   ReaderName       name of the login and of its user
--   READER_PASSWORD  its password, with every ' doubled; any text for a login that exists.
--                    Best an environment variable, which sqlcmd takes: an argument can be seen in
--                    the list of processes, and a file stays.
--
-- sqlcmd:  set READER_PASSWORD in the environment, then
--          sqlcmd -S <server> -b -i reader_login.sql -v DatabaseName="sales"
--            CaptureInstance="dbo_orders" ReaderName="strandline_reader"
-- SSMS:    Query > SQLCMD Mode; take the dashes off these lines and set them, but save no password:
-- :setvar DatabaseName "sales"
-- :setvar CaptureInstance "dbo_orders"
-- :setvar ReaderName "strandline_reader"
-- :setvar READER_PASSWORD "..."
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

-- The login of the server and the user of the database. The statement holds the password as it
-- stands, because SQL Server keeps the text of CREATE LOGIN out of its traces.
IF NOT EXISTS (SELECT 1 FROM sys.server_principals WHERE name = N'$(ReaderName)')
BEGIN
  CREATE LOGIN [$(ReaderName)] WITH PASSWORD = N'$(READER_PASSWORD)';
  PRINT N'The login is made.';
END;
GO
IF NOT EXISTS (SELECT 1 FROM sys.database_principals WHERE name = N'$(ReaderName)')
BEGIN
  CREATE USER [$(ReaderName)] FOR LOGIN [$(ReaderName)];
  PRINT N'The user is made.';
END;
GO

-- The rights. Columns that were dropped from the source since are no longer there to be granted.
DECLARE @instance sysname = N'$(CaptureInstance)';
DECLARE @reader sysname = N'$(ReaderName)';
DECLARE @change_table int;
DECLARE @source int;
DECLARE @role sysname;
DECLARE @grant nvarchar(max);
DECLARE @column_id int = 0;
DECLARE @column sysname;
DECLARE @database sysname = DB_NAME();

SELECT @change_table = object_id, @source = source_object_id, @role = role_name
FROM cdc.change_tables
WHERE capture_instance = @instance;

IF @change_table IS NULL
BEGIN
  RAISERROR(N'There is no capture instance %s in database %s.', 16, 1, @instance, @database);
  RETURN;
END;

SET @grant = N'GRANT SELECT ON OBJECT::cdc.' + QUOTENAME(OBJECT_NAME(@change_table))
  + N' TO ' + QUOTENAME(@reader) + N';';
EXEC sys.sp_executesql @grant;

WHILE 1 = 1
BEGIN
  SET @column = NULL;
  SELECT TOP (1) @column = s.name, @column_id = s.column_id
  FROM sys.columns AS s
  WHERE s.object_id = @source AND s.column_id > @column_id
    AND (
      s.column_id IN (
        SELECT c.column_id FROM cdc.captured_columns AS c WHERE c.object_id = @change_table
      )
      OR s.column_id IN (
        SELECT i.column_id FROM cdc.index_columns AS i WHERE i.object_id = @change_table
      )
    )
  ORDER BY s.column_id;
  IF @column IS NULL
    BREAK;
  SET @grant = N'GRANT SELECT ON OBJECT::' + QUOTENAME(OBJECT_SCHEMA_NAME(@source)) + N'.'
    + QUOTENAME(OBJECT_NAME(@source)) + N' (' + QUOTENAME(@column) + N') TO '
    + QUOTENAME(@reader) + N';';
  EXEC sys.sp_executesql @grant;
END;

IF @role IS NOT NULL
BEGIN
  SET @grant = N'ALTER ROLE ' + QUOTENAME(@role) + N' ADD MEMBER ' + QUOTENAME(@reader) + N';';
  EXEC sys.sp_executesql @grant;
END;
GO

-- Check: all that the user may do in this database. Besides CONNECT there should be SELECT on the
-- change tables and on columns of their sources, and no role but gating roles.
SELECT
  p.state_desc,
  p.permission_name,
  OBJECT_SCHEMA_NAME(p.major_id) AS schema_name,
  OBJECT_NAME(p.major_id) AS object_name,
  COL_NAME(p.major_id, p.minor_id) AS column_name
FROM sys.database_permissions AS p
INNER JOIN sys.database_principals AS u ON u.principal_id = p.grantee_principal_id
WHERE u.name = N'$(ReaderName)' AND p.class = 1
ORDER BY schema_name, object_name, p.minor_id;

SELECT r.name AS role_name
FROM sys.database_role_members AS m
INNER JOIN sys.database_principals AS r ON r.principal_id = m.role_principal_id
INNER JOIN sys.database_principals AS u ON u.principal_id = m.member_principal_id
WHERE u.name = N'$(ReaderName)'
ORDER BY r.name;
GO
