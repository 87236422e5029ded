package io.strandline.port;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;

/**
 * The server's clock at a poll.
 *
 * @param utc its UTC time
 * @param offset the UTC offset of its local clock then
 * @param zone of its local clock; empty where the server cannot tell (before SQL Server 2022) and
 *     no option says so
 */
public record ServerClock(Instant utc, ZoneOffset offset, Optional<ZoneId> zone) {}
