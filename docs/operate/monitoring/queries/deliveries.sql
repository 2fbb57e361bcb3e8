-- Webhook calls of the last day, in steps of five minutes
SELECT intDiv(toUInt32(timestamp), 300) * 300 AS t, blob2 AS outcome, SUM(_sample_interval) AS calls
FROM rowmill WHERE blob1 = 'delivery' AND timestamp > NOW() - INTERVAL '1' DAY
GROUP BY t, outcome ORDER BY t, outcome
