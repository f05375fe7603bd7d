import t from 'tap'
import { createAddressGuard, parseAllowList } from '#src/outbound/addresses.js'

const mayBeReached = createAddressGuard({ allow: [], allowLoopback: false })

const publicAddresses = [
  '1.1.1.1', '8.8.8.8', '93.184.216.34', '100.63.255.255', '100.128.0.0', '172.15.255.255', '172.32.0.0', '198.20.0.0',
  '223.255.255.255', '2606:4700:4700::1111', '2a00:1450:4001:81b::200e', '::ffff:8.8.8.8', '64:ff9b::8.8.8.8',
  '2606:4700::5efe:8.8.8.8'
]

const refusedAddresses = {
  loopback: ['127.0.0.1', '127.255.255.254', '::1'],
  private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
  'link-local and metadata': ['169.254.0.1', '169.254.169.254', 'fe80::1', 'fe80::1%eth0', 'fd00:ec2::254',
    '168.63.129.16'],
  'unique local and site-local': ['fc00::1', 'fdff::1', 'fec0::1', 'feff::1'],
  'carrier-grade': ['100.64.0.1', '100.127.255.255', '100.100.100.200'],
  'multicast and broadcast': ['224.0.0.1', '239.255.255.255', '255.255.255.255', 'ff02::1', 'ff0e::1'],
  unspecified: ['0.0.0.0', '0.1.2.3', '::'],
  'reserved and protocol': ['192.0.0.1', '192.88.99.1', '240.0.0.1', '254.255.255.255', '100::1', '2001:20::1',
    '4000::1', '5f00::1'],
  documentation: ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1'],
  benchmarking: ['198.18.0.1', '198.19.255.255', '2001:2::1'],
  'IPv4-mapped': ['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1', '::ffff:169.254.169.254', '::ffff:0.0.0.0'],
  'IPv4-compatible and translated': ['::127.0.0.1', '::10.0.0.1', '::8.8.8.8', '::ffff:0:127.0.0.1'],
  NAT64: ['64:ff9b::127.0.0.1', '64:ff9b::a9fe:a9fe', '64:ff9b::10.0.0.1', '64:ff9b:1::1', '64:ff9b:1::8.8.8.8'],
  '6to4': ['2002:7f00:1::', '2002:a00:1::1', '2002:a9fe:a9fe::', '2002:808:808::1'],
  Teredo: ['2001::1', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  ISATAP: ['2606:4700::5efe:127.0.0.1', '2606:4700::200:5efe:10.0.0.1', 'fe80::5efe:8.8.8.8'],
  'zone ids': ['2606:4700:4700::1111%eth0', '::1%lo'],
  'no addresses': ['', 'localhost', '127.1', '0x7f000001', '2130706433', '010.0.0.1', '8.8.8.8 ', '[::1]', '8.8.8.8/32',
    'undefined']
}

t.test('public addresses may be reached', async (t) => {
  for (const address of publicAddresses) t.equal(mayBeReached(address), true, address)
})

for (const [kind, addresses] of Object.entries(refusedAddresses)) {
  t.test(`${kind}: may not be reached`, async (t) => {
    for (const address of addresses) t.equal(mayBeReached(address), false, address)
  })
}

t.test('if loopback is allowed it may be reached, and no other refused address', async (t) => {
  const guard = createAddressGuard({ allow: [], allowLoopback: true })
  for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1', '8.8.8.8']) t.equal(guard(address), true, address)
  for (const address of ['10.0.0.1', '0.0.0.0', '::', '64:ff9b::127.0.0.1', '::127.0.0.1', '169.254.169.254']) {
    t.equal(guard(address), false, address)
  }
})

t.test('the allow list overrides every refusal, for exactly the networks that it names', async (t) => {
  const allow = parseAllowList(' 10.1.0.0/16,127.0.0.1/32, fd00:1::/32 ,fe80::/10,64:ff9b:1::/48,')
  const guard = createAddressGuard({ allow, allowLoopback: false })
  for (const address of [
    '10.1.2.3', '::ffff:10.1.2.3', '127.0.0.1', 'fd00:1::5', 'fe80::1%eth0', '64:ff9b:1::10.0.0.1', '8.8.8.8'
  ]) t.equal(guard(address), true, address)
  for (const address of ['10.2.0.1', '127.0.0.2', 'fd00:2::5', '::1']) t.equal(guard(address), false, address)
})

t.test('a network in IPv4-mapped form means the IPv4 network', async (t) => {
  const guard = createAddressGuard({ allow: parseAllowList('::ffff:10.0.0.0/104'), allowLoopback: false })
  t.equal(guard('10.200.0.1'), true)
  t.equal(guard('192.168.0.1'), false)
})

t.test('a whole family can be allowed', async (t) => {
  const guard = createAddressGuard({ allow: parseAllowList('0.0.0.0/0'), allowLoopback: false })
  t.equal(guard('192.168.0.1'), true)
  t.equal(guard('::1'), false)
})

t.test('an empty allow list is legal', async (t) => {
  t.same(parseAllowList(''), [])
  t.same(parseAllowList(' , '), [])
})

t.test('a malformed allow list is refused with the name of the entry', async (t) => {
  for (const entry of [
    'nonsense', '10.0.0.0', '::1', '10.0.0.0/33', '10.0.0.0/-1', '10.0.0.0/', '10.0.0.0/8/8', '10.0.0.0/ 8', '10/8',
    '010.0.0.0/8', 'fd00::/129', '10.0.0.0/8 fd00::/8', 'example.com', 'fe80::1%eth0', '10.0.0.0/1e1', '*'
  ]) {
    t.throws(() => parseAllowList(`127.0.0.1/32,${entry}`), { message: `"${entry}" is not a network` }, entry)
  }
})
