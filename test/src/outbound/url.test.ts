import t from 'tap'
import { createAddressGuard } from '#src/outbound/addresses.js'
import { hasCredentials, parseHttpUrl, redactUrl } from '#src/outbound/url.js'

t.test('absolute http and https URLs are accepted', async (t) => {
  for (
    const text of [
      'http://example.com', 'https://example.com/a/b.mov?x=1#t=10', 'HTTPS://EXAMPLE.COM', 'http://receiver:8080/hook',
      'http://user:secret@example.com/', 'http://[::1]:3000/', 'http://192.168.0.1/', 'https://bücher.example/ä',
      'http://example.com./'
    ]
  ) t.ok(parseHttpUrl(text), text)
})

t.test('everything else is refused', async (t) => {
  for (
    const text of [
      '', ' ', 'nonsense', '/etc/passwd', './movie.mov', '../movie.mov', 'C:\\movie.mov',
      '\\\\server\\share\\movie.mov', '//example.com/a', 'example.com', 'www.example.com/a', 'file:///etc/passwd',
      'ftp://example.com/a', 'javascript:alert(1)', 'data:text/plain,a', 'gopher://example.com', 'mailto:a@example.com',
      'httpx://example.com', 'http', 'http:', 'http:/', 'http://', 'http:///', 'http:///path', 'https://?a',
      'https://#a', 'http:example.com', 'http:/example.com', 'http:\\\\example.com', 'http://user@',
      'http://exa mple.com', 'http://example.com:99999', 'http://example.com:port', 'http://[::1',
      'http://[fe80::1%25eth0]/', 'http://256.1.1.1/', 'http://1.2.3.4.5/', ' http://example.com',
      'http://example.com ', 'http://example.com\n', 'ht\ttp://example.com', 'http://exam\nple.com',
      'http://example.com/\u0000', 'http://%00/', 'http://a%2fb/'
    ]
  ) t.equal(parseHttpUrl(text), null, JSON.stringify(text))
})

t.test('a disguised address is checked as the address that it reaches', async (t) => {
  const mayBeReached = createAddressGuard({ allow: [], allowLoopback: false })
  const disguises: Record<string, string> = {
    'http://2130706433/': '127.0.0.1',
    'http://0x7f000001/': '127.0.0.1',
    'http://0x7f.1/': '127.0.0.1',
    'http://0177.0.0.1/': '127.0.0.1',
    'http://127.1/': '127.0.0.1',
    'http://127.0.0.1./': '127.0.0.1',
    'http://0/': '0.0.0.0',
    'http://１２７.０.０.１/': '127.0.0.1',
    'http://①②⑦.⓪.⓪.①/': '127.0.0.1',
    'http://127。0。0。1/': '127.0.0.1',
    'http://127%2e0%2e0%2e1/': '127.0.0.1',
    'http://1\u00ad27.0.0.1/': '127.0.0.1',
    'http://0xa9fea9fe/': '169.254.169.254',
    'http://example.com@10.0.0.1/': '10.0.0.1',
    'http://example.com\\@10.0.0.1/': 'example.com',
    'http://[::ffff:127.0.0.1]/': '[::ffff:7f00:1]',
    'http://[::ffff:7f00:0001]/': '[::ffff:7f00:1]',
    'http://[0:0:0:0:0:0:0:1]/': '[::1]',
    'http://[64:ff9b::169.254.169.254]/': '[64:ff9b::a9fe:a9fe]'
  }
  for (const [text, hostname] of Object.entries(disguises)) {
    const url = parseHttpUrl(text)
    t.equal(url?.hostname, hostname, text)
    t.equal(mayBeReached(hostname.replace(/^\[|\]$/g, '')), false, text)
  }
})

t.test('names that look like others are converted to plain names', async (t) => {
  t.equal(parseHttpUrl('http://ⓛocalhost/')?.hostname, 'localhost')
  t.equal(parseHttpUrl('http://LOCALHOST/')?.hostname, 'localhost')
  t.equal(parseHttpUrl('http://exаmple.com/')?.hostname, 'xn--exmple-4nf.com')
})

t.test('credentials in a URL are found', async (t) => {
  t.equal(hasCredentials(parseHttpUrl('http://user@example.com')!), true)
  t.equal(hasCredentials(parseHttpUrl('http://:secret@example.com')!), true)
  t.equal(hasCredentials(parseHttpUrl('http://example.com/user:secret@')!), false)
})

t.test('a redacted URL has no credentials, query values or fragment', async (t) => {
  const redacted = {
    'https://user:secret@example.com:8443/a/b?token=secret&x=#secret': 'https://example.com:8443/a/b?token=***&x=***',
    'https://example.com/a?secret': 'https://example.com/a?***',
    'https://example.com/a?a=secret=secret&secret&&': 'https://example.com/a?a=***&***&***&***',
    'https://example.com/?': 'https://example.com/',
    'http://example.com': 'http://example.com/',
    'secret, not a URL': '(not a URL)'
  }
  for (const [text, shown] of Object.entries(redacted)) t.equal(redactUrl(text), shown, text)
  t.equal(redactUrl(new URL('http://user:secret@example.com/?a=secret')), 'http://example.com/?a=***')
})
