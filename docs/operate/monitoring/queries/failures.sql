-- Conversions of the last day that failed, by code
SELECT blob3 AS code, SUM(_sample_interval) AS conversions
FROM rowmill WHERE blob1 = 'conversion' AND blob2 = 'failed' AND timestamp > NOW() - INTERVAL '1' DAY
GROUP BY code ORDER BY conversions DESC
