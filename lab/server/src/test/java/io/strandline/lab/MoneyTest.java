package io.strandline.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The documented ranges of money and smallmoney, which reach one further down than up. */
class MoneyTest {

  private static final int OVERFLOW = 8115;

  private Lab lab;
  private LabSqlRunner sql;

  @BeforeEach
  void start() {
    lab = Lab.start(LabConfig.stepped());
    sql = lab.admin("sales");
  }

  @AfterEach
  void close() {
    sql.close();
    lab.close();
  }

  @ParameterizedTest
  @CsvSource({
    "money, -922337203685477.5808",
    "money, 922337203685477.5807",
    "smallmoney, -214748.3648",
    "smallmoney, 214748.3647"
  })
  void takesItsLimits(String type, BigDecimal limit) {
    assertThat(sql.value("SELECT CAST(" + limit + " AS " + type + ")")).isEqualTo(limit);
  }

  @Test
  void refusesWhatIsBeyond() {
    assertThat(sql.record("SELECT CAST(214748.3648 AS smallmoney)").errors())
        .extracting("number")
        .containsExactly(OVERFLOW);
    assertThat(sql.record("SELECT CAST(-922337203685477.5809 AS money)").errors())
        .extracting("number")
        .containsExactly(OVERFLOW);
  }
}
