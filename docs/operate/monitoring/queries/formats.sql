-- Formats and databases of the last day, with their bytes and rows
SELECT blob4 AS format, blob5 AS dialect, SUM(_sample_interval) AS conversions, SUM(_sample_interval * double1) AS bytes,
  SUM(_sample_interval * double6) AS converted, SUM(_sample_interval * double7) AS rejected
FROM rowmill WHERE blob1 = 'conversion' AND timestamp > NOW() - INTERVAL '1' DAY
GROUP BY format, dialect ORDER BY conversions DESC
