-- Conversions of the last hour that took three hours
SELECT SUM(_sample_interval) AS value
FROM rowmill WHERE blob1 = 'conversion' AND blob3 = 'timed_out' AND timestamp > NOW() - INTERVAL '1' HOUR
