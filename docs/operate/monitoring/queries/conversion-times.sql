-- How long conversions of the last day waited and ran, in milliseconds
SELECT intDiv(toUInt32(timestamp), 300) * 300 AS t,
  quantileWeighted(0.95, double3, _sample_interval) AS waited, quantileWeighted(0.95, double4, _sample_interval) AS ran
FROM rowmill WHERE blob1 = 'conversion' AND timestamp > NOW() - INTERVAL '1' DAY
GROUP BY t ORDER BY t
