package io.strandline.lab.cdc;

import java.time.Duration;

/**
 * How the capture job works.
 *
 * @param automatic whether a thread polls; else only steps do
 * @param pollingInterval virtual time between cycles
 * @param idleInterval virtual time without an entry after which a dummy one is written; about 300 s
 *     measured on 2022
 * @param maxTransactions transactions a scan, 500 in SQL Server (general knowledge)
 * @param maxScans scans a cycle, 10 in SQL Server (general knowledge)
 * @param keepHistory whether all transactions are kept for {@link Oracle}
 */
public record CaptureSettings(
    boolean automatic,
    Duration pollingInterval,
    Duration idleInterval,
    int maxTransactions,
    int maxScans,
    boolean keepHistory) {}
