-- Strandline: replaces a table's capture instance by one with other columns and loses no change.
--
-- What:   the five steps of a switch. This script does 1, 2, 3 and 5; step 4 is to wait.
--         1. Enable the new instance with its column list, beside the old one.
--         2. GRANT SELECT on its change table, and on its captured columns, to the reader.
--         3. Check that both instances are listed.
--         4. Wait until each stream of the table has its event capture_instance_switched in the
--            facts table, and one batch after that.
--         5. Drop the old instance.
-- Why:    an instance's columns are fixed when it is made: a column that is added to the table
--         later is not captured. A table may have two instances; from the new one's start on, every
--         commit is in both, and Strandline follows by itself. What is below that start is in the
--         old one alone: dropped too early, those changes are lost.
-- Who:    a member of db_owner.
-- Where:  SQL Server 2016 to 2022, Azure SQL Managed Instance.
-- Again:  run it with ReachedLsn="none" for steps 1 to 3, any number of times (once for every
--         reader); run it with the LSN that step 4 found for step 5. What is done is left alone.
--
-- Parameters (no default; names must not hold ' or ]):
--   DatabaseName  the database
--   SourceSchema  the source table's schema
--   SourceTable   the source table
--   OldInstance   the capture instance to be replaced
--   NewInstance   the name of its successor, at most 100 characters
--   Columns       captured columns separated by commas, names with a comma in brackets, or * for
--                 all that the table has now; the columns of its primary key must be among them
--   ReaderName    the database user of the reader (reader_login.sql)
--   ReachedLsn    "none", or the least end_lsn, over all streams of the table, of the batches that
--                 came after the switch: in the facts table, for each app_id,
--                   the lowest end_lsn where event IS NULL and batch_id is above the batch_id of
--                   its row with event 'capture_instance_switched'
--
-- sqlcmd:  sqlcmd -S <server> -b -i switch_capture_instance.sql -v DatabaseName="sales"
--            SourceSchema="dbo" SourceTable="orders" OldInstance="dbo_orders"
--            NewInstance="dbo_orders_2" Columns="*" ReaderName="strandline_reader"
--            ReachedLsn="none"
-- SSMS:    Query > SQLCMD Mode; take the dashes off these lines and set them:
-- :setvar DatabaseName "sales"
-- :setvar SourceSchema "dbo"
-- :setvar SourceTable "orders"
-- :setvar OldInstance "dbo_orders"
-- :setvar NewInstance "dbo_orders_2"
-- :setvar Columns "*"
-- :setvar ReaderName "strandline_reader"
-- :setvar ReachedLsn "none"
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

-- Step 1: the new instance, with the old one's role, index, filegroup and net changes. It waits for
-- transactions that have written to the table, and writers wait for it: choose a calm hour.
DECLARE @schema sysname = N'$(SourceSchema)';
DECLARE @table sysname = N'$(SourceTable)';
DECLARE @old sysname = N'$(OldInstance)';
DECLARE @new sysname = N'$(NewInstance)';
DECLARE @columns nvarchar(max) = NULLIF(N'$(Columns)', N'*');
DECLARE @source int = OBJECT_ID(QUOTENAME(@schema) + N'.' + QUOTENAME(@table), N'U');
DECLARE @role sysname;
DECLARE @index sysname;
DECLARE @filegroup sysname;
DECLARE @net_changes bit;
DECLARE @instances int;

IF @source IS NULL
BEGIN
  RAISERROR(N'There is no table %s.%s in this database.', 16, 1, @schema, @table);
  RETURN;
END;
IF NOT EXISTS (
  SELECT 1 FROM cdc.change_tables WHERE source_object_id = @source AND capture_instance = @new
)
BEGIN
  IF NOT EXISTS (
    SELECT 1 FROM cdc.change_tables WHERE source_object_id = @source AND capture_instance = @old
  )
  BEGIN
    RAISERROR(N'Table %s.%s has no capture instance %s.', 16, 1, @schema, @table, @old);
    RETURN;
  END;
  SELECT @instances = COUNT(*) FROM cdc.change_tables WHERE source_object_id = @source;
  IF @instances > 1
  BEGIN
    RAISERROR(
      N'Table %s.%s has two capture instances already; finish that switch first.',
      16, 1, @schema, @table
    );
    RETURN;
  END;
  SELECT @role = role_name, @index = index_name, @filegroup = filegroup_name,
    @net_changes = supports_net_changes
  FROM cdc.change_tables
  WHERE capture_instance = @old;
  EXEC sys.sp_cdc_enable_table
    @source_schema = @schema,
    @source_name = @table,
    @capture_instance = @new,
    @role_name = @role,
    @supports_net_changes = @net_changes,
    @index_name = @index,
    @captured_column_list = @columns,
    @filegroup_name = @filegroup;
  PRINT N'Step 1: capture instance ' + @new + N' is enabled.';
END;
GO

-- Step 2: the reader's rights on it. Without those on the source's columns it is not listed.
DECLARE @instance sysname = N'$(NewInstance)';
DECLARE @reader sysname = N'$(ReaderName)';
DECLARE @change_table int;
DECLARE @source int;
DECLARE @grant nvarchar(max);
DECLARE @column_id int = 0;
DECLARE @column sysname;

SELECT @change_table = object_id, @source = source_object_id
FROM cdc.change_tables
WHERE capture_instance = @instance;

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
PRINT N'Step 2: ' + @reader + N' may read ' + @instance + N'.';
GO

-- Step 3: before step 5 two rows, the old instance and the new one. Run this statement as the
-- reader too: what it does not list, Strandline does not see.
EXEC sys.sp_cdc_help_change_data_capture
  @source_schema = N'$(SourceSchema)',
  @source_name = N'$(SourceTable)';
GO

-- Step 5: only when told how far every stream is, and if that is behind the new instance's start.
DECLARE @schema sysname = N'$(SourceSchema)';
DECLARE @table sysname = N'$(SourceTable)';
DECLARE @old sysname = N'$(OldInstance)';
DECLARE @new sysname = N'$(NewInstance)';
DECLARE @reached_text nvarchar(100) = N'$(ReachedLsn)';
DECLARE @source int = OBJECT_ID(QUOTENAME(@schema) + N'.' + QUOTENAME(@table), N'U');
DECLARE @reached binary(10);
DECLARE @start binary(10);
DECLARE @start_text nvarchar(22);

SELECT @start = start_lsn FROM cdc.change_tables WHERE capture_instance = @new;
SET @start_text = CONVERT(nvarchar(22), @start, 1);

IF NOT EXISTS (
  SELECT 1 FROM cdc.change_tables WHERE source_object_id = @source AND capture_instance = @old
)
BEGIN
  PRINT N'Step 5: capture instance ' + @old + N' is gone: the switch is done.';
  RETURN;
END;
IF @reached_text = N'none'
BEGIN
  PRINT N'Step 4: wait until each stream has the event capture_instance_switched and one batch '
    + N'more, then run this script with ReachedLsn. The new instance starts at ' + @start_text;
  RETURN;
END;
IF LEN(@reached_text) = 22
BEGIN
  SET @reached = TRY_CONVERT(binary(10), @reached_text, 1);
END;
IF @reached IS NULL
BEGIN
  RAISERROR(N'ReachedLsn is %s, not none and not 0x and 20 hex digits.', 16, 1, @reached_text);
  RETURN;
END;
IF @start IS NULL OR @reached <= @start
BEGIN
  RAISERROR(
    N'ReachedLsn %s is not behind %s, the start of %s: a stream may still need %s.',
    16, 1, @reached_text, @start_text, @new, @old
  );
  RETURN;
END;
IF sys.fn_cdc_get_max_lsn() IS NULL OR @reached > sys.fn_cdc_get_max_lsn()
BEGIN
  RAISERROR(
    N'ReachedLsn %s is ahead of all that capture has read: no stream can be there.',
    16, 1, @reached_text
  );
  RETURN;
END;
EXEC sys.sp_cdc_disable_table
  @source_schema = @schema,
  @source_name = @table,
  @capture_instance = @old;
PRINT N'Step 5: capture instance ' + @old + N' is dropped.';
GO
