-- The 95th percentile of the milliseconds that conversions of the last 15 minutes waited
SELECT quantileWeighted(0.95, double3, _sample_interval) AS value
FROM rowmill WHERE blob1 = 'conversion' AND timestamp > NOW() - INTERVAL '15' MINUTE
