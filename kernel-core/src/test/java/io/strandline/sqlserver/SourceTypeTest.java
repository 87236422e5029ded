package io.strandline.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.change.ColumnType;
import io.strandline.change.ColumnType.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SourceTypeTest {

  @ParameterizedTest
  @CsvSource({
    "bit,BOOLEAN",
    "tinyint,SHORT",
    "smallint,SHORT",
    "int,INT",
    "bigint,LONG",
    "real,FLOAT",
    "float,DOUBLE",
    "date,DATE",
    "time,STRING",
    "smalldatetime,TIMESTAMP_NTZ",
    "datetime,TIMESTAMP_NTZ",
    "datetime2,TIMESTAMP_NTZ",
    "datetimeoffset,TIMESTAMP",
    "char,STRING",
    "varchar,STRING",
    "text,STRING",
    "nchar,STRING",
    "nvarchar,STRING",
    "sysname,STRING",
    "ntext,STRING",
    "xml,STRING",
    "uniqueidentifier,STRING",
    "binary,BINARY",
    "varbinary,BINARY",
    "image,BINARY",
    "timestamp,BINARY",
    "rowversion,BINARY",
    "NVARCHAR,STRING"
  })
  void b21MapsATypeByItsNameWhateverItsLength(String name, Kind kind) {
    assertThat(new SourceType(name, 0, 0, 0).mapped()).contains(ColumnType.of(kind));
  }

  @Test
  void keepsADecimalsPrecisionAndScale() {
    assertThat(new SourceType("decimal", 0, 38, 38).mapped()).contains(ColumnType.decimal(38, 38));
    assertThat(new SourceType("numeric", 0, 5, 1).mapped()).contains(ColumnType.decimal(5, 1));
  }

  @Test
  void givesMoneyItsFixedDecimal() {
    assertThat(new SourceType("money", 0, 19, 4).mapped()).contains(ColumnType.decimal(19, 4));
    assertThat(new SourceType("smallmoney", 0, 10, 4).mapped()).contains(ColumnType.decimal(10, 4));
  }

  @ParameterizedTest
  @ValueSource(strings = {"sql_variant", "geography", "geometry", "hierarchyid", "json", "vector"})
  void hasNoMappingForOthers(String name) {
    assertThat(new SourceType(name, 0, 0, 0).mapped()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "decimal,0,5,1,'decimal(5,1)'",
    "numeric,0,38,0,'numeric(38,0)'",
    "nvarchar,-1,0,0,nvarchar(max)",
    "varchar,50,0,0,varchar(50)",
    "varbinary,-1,0,0,varbinary(max)",
    "datetime2,0,0,7,datetime2(7)",
    "time,0,0,0,time(0)",
    "int,0,10,0,int",
    "datetime,0,0,3,datetime",
    "xml,-1,0,0,xml"
  })
  void writesTheDeclaration(String name, int length, int precision, int scale, String expected) {
    assertThat(new SourceType(name, length, precision, scale).declaration()).isEqualTo(expected);
  }
}
