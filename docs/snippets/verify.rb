require 'openssl'

# body is the raw request body, before any JSON parsing.
def verify(header, body, secret, now = Time.now.to_i)
  parts = header.to_s.split(',').to_h { |part| part.split('=', 2).values_at(0, 1) }
  t = parts['t'].to_s
  return false unless t.match?(/\A\d+\z/) && (now - t.to_i).abs <= 300

  expected = OpenSSL::HMAC.hexdigest('SHA256', secret, "#{t}.#{body}")
  given = parts['v1'].to_s
  given.bytesize == expected.bytesize && OpenSSL.fixed_length_secure_compare(given, expected)
end
