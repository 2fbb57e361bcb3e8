<?php
/** $body is the raw request body (file_get_contents('php://input')), before any JSON parsing. */
function verify(?string $header, string $body, string $secret, ?int $now = null): bool {
    $parts = [];
    foreach (explode(',', $header ?? '') as $part) {
        [$name, $value] = array_pad(explode('=', $part, 2), 2, '');
        $parts[$name] = $value;
    }
    $t = $parts['t'] ?? '';
    if (!ctype_digit($t) || abs(($now ?? time()) - (int) $t) > 300) return false;
    return hash_equals(hash_hmac('sha256', $t . '.' . $body, $secret), $parts['v1'] ?? '');
}
