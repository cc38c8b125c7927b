/**
 * A certificate for localhost and 127.0.0.1, signed by itself, and its key. Public, so worth nothing: it protects nothing but
 * tests, and nobody trusts it unless told.
 */
export const LOCALHOST = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgh1KV1ZLfiW3k9MRX
Lk1l/tS5kcsxu/21oZN42/pZSqihRANCAAQ/yZZw5pQbv5usF93e1dgRvMDBaK4W
+ReazGpTdTFg/38kPZQTLvYi07u+V0zkl8nCHJfJmi0tC17Fp6fJFv6G
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUDZmXv/7x5oc2ioGPkY9BZbtN4dEwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjAyNDAyMFoYDzIxMjYxMDI5
MDI0MDIwWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQ/yZZw5pQbv5usF93e1dgRvMDBaK4W+ReazGpTdTFg/38kPZQTLvYi
07u+V0zkl8nCHJfJmi0tC17Fp6fJFv6Go28wbTAdBgNVHQ4EFgQUlG0L6gEy++qP
hgh4zI63cq5sJC8wHwYDVR0jBBgwFoAUlG0L6gEy++qPhgh4zI63cq5sJC8wDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSAAwRQIhALbKCFHL188xNjzHB2SiI8Msf3OHOCLFlYL337MvTcNvAiBn
u6qdod81aQLS1lEmUNR8NId7yBqI9TO/l4hmJtMuDw==
-----END CERTIFICATE-----
`,
} as const;
