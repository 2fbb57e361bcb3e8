-- The share of requests that broke in the last 15 minutes
SELECT SUM(IF(double2 >= 500, _sample_interval, 0)) / SUM(_sample_interval) AS value
FROM rowmill WHERE blob1 = 'request' AND timestamp > NOW() - INTERVAL '15' MINUTE
