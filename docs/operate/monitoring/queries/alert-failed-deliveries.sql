-- The share of webhook calls that failed in the last 15 minutes
SELECT SUM(IF(blob2 = 'failed', _sample_interval, 0)) / SUM(_sample_interval) AS value
FROM rowmill WHERE blob1 = 'delivery' AND timestamp > NOW() - INTERVAL '15' MINUTE
