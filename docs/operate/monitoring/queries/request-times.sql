-- The time that requests of the last day took, in milliseconds
SELECT intDiv(toUInt32(timestamp), 300) * 300 AS t,
  quantileWeighted(0.5, double1, _sample_interval) AS median, quantileWeighted(0.95, double1, _sample_interval) AS p95
FROM rowmill WHERE blob1 = 'request' AND timestamp > NOW() - INTERVAL '1' DAY
GROUP BY t ORDER BY t
