-- Conversions of the last day, in steps of five minutes, by how they ended
SELECT intDiv(toUInt32(timestamp), 300) * 300 AS t, blob2 AS status, SUM(_sample_interval) AS conversions
FROM rowmill WHERE blob1 = 'conversion' AND timestamp > NOW() - INTERVAL '1' DAY
GROUP BY t, status ORDER BY t, status
