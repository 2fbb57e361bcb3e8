-- Conversions of the last hour whose engine died
SELECT SUM(_sample_interval) AS value
FROM rowmill WHERE blob1 = 'conversion' AND blob3 = 'internal_error' AND timestamp > NOW() - INTERVAL '1' HOUR
