package io.strandline.lab.store;

/** What a session waits for, by the name of SQL Server's wait type (documented). */
enum WaitType {
  /** To read a row. */
  LCK_M_S,
  /** To find a row that is to be changed. */
  LCK_M_U,
  /** To write a row, or to have a table alone. */
  LCK_M_X,
  /** To read rows of a table. */
  LCK_M_IS,
  /** To write rows of a table. */
  LCK_M_IX,
  /** To use a table's definition. */
  LCK_M_SCH_S,
  /** To change a table's definition. */
  LCK_M_SCH_M;

  static WaitType of(LockMode mode) {
    return switch (mode) {
      case STABLE -> LCK_M_SCH_S;
      case READ -> LCK_M_IS;
      case WRITE -> LCK_M_IX;
      case SHARED -> LCK_M_S;
      case UPDATE -> LCK_M_U;
      case EXCLUSIVE -> LCK_M_X;
      case SCHEMA -> LCK_M_SCH_M;
    };
  }
}
