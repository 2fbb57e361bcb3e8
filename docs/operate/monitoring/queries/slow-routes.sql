-- The slowest routes of the last day
SELECT blob2 AS method, blob3 AS route, SUM(_sample_interval) AS requests, quantileWeighted(0.95, double1, _sample_interval) AS p95
FROM rowmill WHERE blob1 = 'request' AND timestamp > NOW() - INTERVAL '1' DAY
GROUP BY method, route ORDER BY p95 DESC LIMIT 20
