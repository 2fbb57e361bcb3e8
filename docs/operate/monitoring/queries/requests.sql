-- Requests of the last day, in steps of five minutes, by the class of their status
SELECT intDiv(toUInt32(timestamp), 300) * 300 AS t, intDiv(toUInt32(double2), 100) * 100 AS status, SUM(_sample_interval) AS requests
FROM rowmill WHERE blob1 = 'request' AND timestamp > NOW() - INTERVAL '1' DAY
GROUP BY t, status ORDER BY t, status
