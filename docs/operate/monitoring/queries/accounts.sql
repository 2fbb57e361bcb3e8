-- The accounts that converted most bytes in the last day
SELECT index1 AS account, SUM(_sample_interval) AS conversions, SUM(_sample_interval * double1) AS bytes
FROM rowmill WHERE blob1 = 'conversion' AND timestamp > NOW() - INTERVAL '1' DAY
GROUP BY account ORDER BY bytes DESC LIMIT 20
