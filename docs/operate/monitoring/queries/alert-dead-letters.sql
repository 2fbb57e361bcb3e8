-- Messages of the last hour that no consumer could settle
SELECT SUM(_sample_interval) AS value
FROM rowmill WHERE blob1 = 'dead_letter' AND timestamp > NOW() - INTERVAL '1' HOUR
