import t from 'tap'
import { createBodyRoom } from '#src/http/body-room.js'

const MIB = 1024 ** 2
const user = (accountId: number, userId: number) => ({ accountId, userId })

t.test('Bodies may take 128 MiB in all, 96 for an account and 64 for a user, and give their room back', async (t) => {
  const { take, giveBack } = createBodyRoom()
  t.ok(take(user(1, 1), 63 * MIB))
  t.ok(take(user(1, 1), MIB))
  t.notOk(take(user(1, 1), 1))
  t.ok(take(user(1, 2), 32 * MIB), 'another user of the account has room')
  t.notOk(take(user(1, 3), 1))
  t.ok(take(user(2, 1), 32 * MIB), 'another account has room')
  t.notOk(take(user(3, 1), 1), 'nobody has any room left')
  giveBack(user(1, 1), MIB)
  t.ok(take(user(3, 1), MIB))
  giveBack(user(1, 1), 63 * MIB)
  t.ok(take(user(1, 3), 63 * MIB))
  t.notOk(take(user(1, 1), 2 * MIB))
})
