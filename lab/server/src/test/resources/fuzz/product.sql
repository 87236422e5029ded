-- Statements like those the product sends, parameters written as the driver names them; GO ends each.
DECLARE @P0 nvarchar(100) = N'dbo_orders';
DECLARE @P1 nvarchar(100) = N'dbo_orders';
DECLARE @P2 nvarchar(100) = N'dbo_orders';
SET NOCOUNT ON;
DECLARE @position binary(10) = CAST(@P0 AS binary(10));
DECLARE @instance nvarchar(128) = @P1;
DECLARE @other nvarchar(128) = @P2;
DECLARE @max binary(10) = sys.fn_cdc_get_max_lsn();
DECLARE @max_time datetime, @at binary(10), @at_time datetime;
DECLARE @above binary(10), @above_time datetime;
SELECT @max_time = m.tran_end_time FROM cdc.lsn_time_mapping AS m WHERE m.start_lsn = @max;
SELECT TOP (1) @at = m.start_lsn, @at_time = m.tran_end_time
FROM cdc.lsn_time_mapping AS m WHERE m.start_lsn <= @position ORDER BY m.start_lsn DESC;
SELECT TOP (1) @above = m.start_lsn, @above_time = m.tran_end_time
FROM cdc.lsn_time_mapping AS m WHERE m.start_lsn > @position ORDER BY m.start_lsn;
SELECT @max AS max_lsn, @max_time AS max_time, SYSDATETIMEOFFSET() AS server_now,
  @@SERVERNAME AS server_name, DB_NAME() AS database_name,
  (SELECT d.service_broker_guid FROM sys.databases AS d WHERE d.database_id = DB_ID())
    AS broker_guid,
  CAST(DATABASEPROPERTYEX(DB_NAME(), N'Updateability') AS nvarchar(60)) AS updateability,
  @at AS at_lsn, @at_time AS at_time, @above AS above_lsn, @above_time AS above_time;
IF CAST(SERVERPROPERTY(N'ProductMajorVersion') AS int) >= 16
  OR CAST(SERVERPROPERTY(N'EngineEdition') AS int) IN (5, 8)
  EXEC sys.sp_executesql N'SELECT CURRENT_TIMEZONE_ID() AS zone_id';
EXEC sys.sp_cdc_help_change_data_capture;
DECLARE @min binary(10) = sys.fn_cdc_get_min_lsn(@instance);
DECLARE @other_min binary(10) = sys.fn_cdc_get_min_lsn(@other);
SELECT @min AS min_lsn,
  (SELECT m.tran_end_time FROM cdc.lsn_time_mapping AS m WHERE m.start_lsn = @min)
    AS min_time,
  @other_min AS other_min_lsn,
  (SELECT m.tran_end_time FROM cdc.lsn_time_mapping AS m WHERE m.start_lsn = @other_min)
    AS other_min_time;
EXEC sys.sp_cdc_get_captured_columns @capture_instance = @instance;
IF @other IS NOT NULL
  EXEC sys.sp_cdc_get_captured_columns @capture_instance = @other;
GO
SELECT DB_NAME() AS database_name,
  (SELECT d.service_broker_guid FROM sys.databases AS d WHERE d.database_id = DB_ID())
    AS broker_guid,
  sys.fn_cdc_get_max_lsn() AS max_lsn;
GO
DECLARE @P0 nvarchar(100) = N'dbo_orders';
DECLARE @P1 nvarchar(100) = N'dbo_orders';
SELECT m.start_lsn, m.tran_end_time FROM cdc.lsn_time_mapping AS m
WHERE m.start_lsn > CAST(@P0 AS binary(10)) AND m.start_lsn <= CAST(@P1 AS binary(10))
ORDER BY m.start_lsn;
GO
DECLARE @P0 nvarchar(100) = N'dbo_orders';
DECLARE @P1 nvarchar(100) = N'dbo_orders';
DECLARE @P2 nvarchar(100) = N'dbo_orders';
DECLARE @P3 nvarchar(100) = N'dbo_orders';
SET NOCOUNT ON;
DECLARE @start binary(10) = CAST(@P0 AS binary(10));
DECLARE @end binary(10) = CAST(@P1 AS binary(10));
DECLARE @most bigint = @P2;
DECLARE @instance nvarchar(128) = @P3;
DECLARE @rows bigint, @last binary(10), @cut binary(10) = @end;
SELECT @rows = COUNT_BIG(*), @last = MAX(r.lsn)
FROM (SELECT TOP (@most + 1) c.[__$start_lsn] AS lsn FROM cdc.[dbo_orders_CT] AS c
  WHERE c.[__$start_lsn] > @start AND c.[__$start_lsn] <= @end
  ORDER BY c.[__$start_lsn]) AS r;
IF @rows > @most
BEGIN
  SET @cut = @last;
  SELECT TOP (1) @cut = c.[__$start_lsn] FROM cdc.[dbo_orders_CT] AS c
  WHERE c.[__$start_lsn] > @start AND c.[__$start_lsn] < @last
  ORDER BY c.[__$start_lsn] DESC;
  SELECT @rows = COUNT_BIG(*) FROM cdc.[dbo_orders_CT] AS c
  WHERE c.[__$start_lsn] > @start AND c.[__$start_lsn] <= @cut;
END;
DECLARE @mapped binary(10), @mapped_time datetime, @from binary(10) = @start;
SELECT TOP (1) @mapped = m.start_lsn, @mapped_time = m.tran_end_time
FROM cdc.lsn_time_mapping AS m
WHERE m.start_lsn > @start AND m.start_lsn <= @cut ORDER BY m.start_lsn DESC;
SELECT TOP (1) @from = m.start_lsn
FROM cdc.lsn_time_mapping AS m WHERE m.start_lsn <= @start ORDER BY m.start_lsn DESC;
SELECT TOP (100) s.lsn AS step_lsn, s.before_time, s.after_time
FROM (SELECT m.start_lsn AS lsn, m.tran_end_time AS after_time,
    LAG(m.tran_end_time) OVER (ORDER BY m.start_lsn) AS before_time
  FROM cdc.lsn_time_mapping AS m
  WHERE m.start_lsn >= @from AND m.start_lsn <= @cut) AS s
WHERE s.after_time < s.before_time ORDER BY s.lsn;
DECLARE @min binary(10) = sys.fn_cdc_get_min_lsn(@instance);
SELECT @rows AS row_count, @cut AS cut_lsn, @mapped AS mapped_lsn,
  @mapped_time AS mapped_time, @min AS min_lsn;
GO
