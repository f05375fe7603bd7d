import t from 'tap'
import { hashPassword, isPassword, PASSWORD_COSTS, setPasswordCosts } from '#src/access/passwords.js'

const PASSWORD = 'four quiet river stones'

t.test('A password is hashed by scrypt at full cost, and compared at the cost it was stored with', async (t) => {
  const cheap = { N: 2 ** 10, r: 8, p: 1 }
  t.teardown(() => setPasswordCosts(cheap))
  setPasswordCosts(PASSWORD_COSTS)
  const stored = await hashPassword(PASSWORD)
  t.match(stored, /^\$scrypt\$N=32768,r=8,p=3\$[\w-]{22}\$[\w-]{43}$/)
  setPasswordCosts(cheap)
  t.equal(await isPassword(PASSWORD, stored), true)
  t.equal(await isPassword('four quiet river stone', stored), false)
  t.equal(await isPassword(PASSWORD, null), false)
  t.equal(await isPassword(PASSWORD, await hashPassword(PASSWORD)), true)
})
