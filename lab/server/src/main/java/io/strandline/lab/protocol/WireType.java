package io.strandline.lab.protocol;

/** The type bytes of TYPE_INFO that are both read and written. */
final class WireType {

  static final int IMAGE = 0x22;
  static final int TEXT = 0x23;
  static final int GUID = 0x24;
  static final int INT_N = 0x26;
  static final int DATE = 0x28;
  static final int TIME = 0x29;
  static final int DATETIME2 = 0x2A;
  static final int DATETIMEOFFSET = 0x2B;
  static final int NTEXT = 0x63;
  static final int BIT_N = 0x68;
  static final int DECIMAL_N = 0x6A;
  static final int NUMERIC_N = 0x6C;
  static final int FLOAT_N = 0x6D;
  static final int MONEY_N = 0x6E;
  static final int DATETIME_N = 0x6F;
  static final int VARBINARY = 0xA5;
  static final int VARCHAR = 0xA7;
  static final int BINARY = 0xAD;
  static final int CHAR = 0xAF;
  static final int NVARCHAR = 0xE7;
  static final int NCHAR = 0xEF;
  static final int XML = 0xF1;

  private WireType() {}
}
