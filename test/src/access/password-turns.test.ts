import t from 'tap'
import { partyOf } from '#src/access/network.js'
import { createPasswordTurns } from '#src/access/password-turns.js'

const floods: Record<string, (index: number) => string> = {
  'many networks of one IPv6 /48': (index) => `2001:db8:7:${index.toString(16)}::1`,
  'the addresses of one IPv4 /24': (index) => `198.51.100.${index % 256}`
}

for (const [name, address] of Object.entries(floods)) {
  t.test(`Who sends passwords from ${name} keeps others waiting for one turn`, async (t) => {
    const turns = createPasswordTurns()
    const begun: string[] = []
    const ends: Array<() => void> = []
    const ask = (who: string, from: string) => turns.of(partyOf(from), () => new Promise<void>((resolve) => {
      begun.push(who)
      ends.push(resolve)
    }))
    const all = Array.from({ length: 300 }, (_, index) => ask('flood', address(index)))
    all.push(ask('honest', '203.0.113.5'), ask('honest', '2001:db8:8::1'))
    while (begun.filter((who) => who === 'honest').length < 2) {
      ends.shift()!()
      await new Promise(setImmediate)
    }
    t.ok(begun.length <= 6, `${begun.length} have begun`)
    while (ends.length > 0) {
      ends.shift()!()
      await new Promise(setImmediate)
    }
    await Promise.all(all)
  })
}

t.test('Networks of one site take turns among themselves', async (t) => {
  t.equal(partyOf('2001:db8:7:1::1').accountId, partyOf('2001:db8:7:2::1').accountId)
  t.not(partyOf('2001:db8:7:1::1').userId, partyOf('2001:db8:7:2::1').userId)
  t.not(partyOf('2001:db8:7:1::1').accountId, partyOf('2001:db8:8:1::1').accountId)
  t.equal(partyOf('198.51.100.1').accountId, partyOf('::ffff:198.51.100.2').accountId)
  t.not(partyOf('198.51.100.1').accountId, partyOf('198.51.101.1').accountId)
  t.strictSame(partyOf(''), partyOf('nowhere'))
})
