-- Strandline: keeps CDC's frontier moving on a quiet database, every ten seconds.
--
-- What:   a table of one row, dbo.strandline_heartbeat, with CDC on it, and a SQL Server Agent job
--         strandline_heartbeat_<database> that updates the row every ten seconds, the shortest
--         interval that Agent takes.
-- Why:    capture moves sys.fn_cdc_get_max_lsn when it reads a commit of a tracked table, and else
--         about every five minutes. A period is final once the frontier has passed its end: on a
--         quiet database up to five minutes late, with the heartbeat some seconds.
-- Who:    a member of sysadmin.
-- Where:  SQL Server 2016 to 2022, Azure SQL Managed Instance. CDC must be enabled on the database
--         (setup.sql). In an availability group run it on every replica in turn, while that is the
--         primary: jobs are not replicated. On a secondary the step fails, which does no harm.
-- Again:  every part that is there is left alone, a job that was disabled too.
-- Cost:   8,640 updates a day, two change rows each; Agent keeps the last 100 lines of the job's
--         history by default.
--
-- Parameter (no default; the name must not hold ' or ] and have no more than 90 characters):
--   DatabaseName  the database
--
-- sqlcmd:  sqlcmd -S <server> -b -i heartbeat.sql -v DatabaseName="sales"
-- SSMS:    Query > SQLCMD Mode; take the dashes off this line and set it:
-- :setvar DatabaseName "sales"
--
-- To take it away:
--   EXEC msdb.dbo.sp_delete_job @job_name = N'strandline_heartbeat_<database>';
-- and then in the database:
--   EXEC sys.sp_cdc_disable_table @source_schema = N'dbo',
--     @source_name = N'strandline_heartbeat', @capture_instance = N'all';
--   DROP TABLE dbo.strandline_heartbeat;
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
IF NOT EXISTS (SELECT 1 FROM sys.databases WHERE database_id = DB_ID() AND is_cdc_enabled = 1)
BEGIN
  RAISERROR(N'CDC is not enabled on this database. Run setup.sql first.', 16, 1);
END;
GO

-- The table and its row.
IF OBJECT_ID(N'dbo.strandline_heartbeat', N'U') IS NULL
BEGIN
  CREATE TABLE dbo.strandline_heartbeat (
    id tinyint NOT NULL CONSTRAINT pk_strandline_heartbeat PRIMARY KEY,
    beat_at datetime2(3) NOT NULL
  );
END;
GO
IF NOT EXISTS (SELECT 1 FROM dbo.strandline_heartbeat)
BEGIN
  INSERT INTO dbo.strandline_heartbeat (id, beat_at) VALUES (1, SYSUTCDATETIME());
END;
GO
IF NOT EXISTS (
  SELECT 1 FROM cdc.change_tables
  WHERE source_object_id = OBJECT_ID(N'dbo.strandline_heartbeat', N'U')
)
BEGIN
  EXEC sys.sp_cdc_enable_table
    @source_schema = N'dbo',
    @source_name = N'strandline_heartbeat',
    @role_name = NULL,
    @supports_net_changes = 0;
END;
GO

-- The job. It belongs to the login whose id is 0x01, sa under whatever name, so that it outlives
-- the login of the person who ran this script.
DECLARE @database sysname = DB_NAME();
DECLARE @job sysname = N'strandline_heartbeat_' + @database;
DECLARE @schedule sysname = @job + N'_every_10_s';
DECLARE @owner sysname = SUSER_SNAME(0x01);
DECLARE @job_id uniqueidentifier;
DECLARE @schedule_id int;

SELECT @job_id = job_id FROM msdb.dbo.sysjobs WHERE name = @job;
IF @job_id IS NULL
BEGIN
  EXEC msdb.dbo.sp_add_job
    @job_name = @job,
    @enabled = 1,
    @description = N'Updates dbo.strandline_heartbeat, so that change data capture sees a commit.',
    @owner_login_name = @owner,
    @job_id = @job_id OUTPUT;
END;

IF NOT EXISTS (SELECT 1 FROM msdb.dbo.sysjobsteps WHERE job_id = @job_id)
BEGIN
  EXEC msdb.dbo.sp_add_jobstep
    @job_id = @job_id,
    @step_name = N'beat',
    @subsystem = N'TSQL',
    @command = N'UPDATE dbo.strandline_heartbeat SET beat_at = SYSUTCDATETIME() WHERE id = 1;',
    @database_name = @database;
END;

-- freq_type 4: daily; freq_subday_type 2: seconds.
SELECT @schedule_id = schedule_id FROM msdb.dbo.sysschedules WHERE name = @schedule;
IF @schedule_id IS NULL
BEGIN
  EXEC msdb.dbo.sp_add_schedule
    @schedule_name = @schedule,
    @enabled = 1,
    @freq_type = 4,
    @freq_interval = 1,
    @freq_subday_type = 2,
    @freq_subday_interval = 10,
    @owner_login_name = @owner,
    @schedule_id = @schedule_id OUTPUT;
END;

IF NOT EXISTS (
  SELECT 1 FROM msdb.dbo.sysjobschedules WHERE job_id = @job_id AND schedule_id = @schedule_id
)
BEGIN
  EXEC msdb.dbo.sp_attach_schedule @job_id = @job_id, @schedule_id = @schedule_id;
END;

IF NOT EXISTS (SELECT 1 FROM msdb.dbo.sysjobservers WHERE job_id = @job_id)
BEGIN
  EXEC msdb.dbo.sp_add_jobserver @job_id = @job_id;
END;
GO

-- Check: the job is enabled. Ask again after a minute: beat_at must have moved, and so must
-- max_lsn_time, the commit time (server-local) of what capture has read last. If beat_at stands
-- still, the job's history tells why; if only max_lsn_time does, the capture job does not run.
SELECT j.name AS job_name, j.enabled
FROM msdb.dbo.sysjobs AS j
WHERE j.name = N'strandline_heartbeat_$(DatabaseName)';

SELECT h.beat_at, sys.fn_cdc_map_lsn_to_time(sys.fn_cdc_get_max_lsn()) AS max_lsn_time
FROM dbo.strandline_heartbeat AS h;
GO
