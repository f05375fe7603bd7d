import t from 'tap'
import { createBodyRoom } from '#src/http/body-room.js'

const MIB = 1024 ** 2
const user = (accountId: number, userId: number) => ({ accountId, userId })

t.test('Bodies have room for 128 MiB together, 96 of an account, 64 of a user, and those that are read make room', async (t) => {
  const { take, giveBack } = createBodyRoom()
  t.ok(take(user(1, 1), 63 * MIB))
  t.ok(take(user(1, 1), MIB))
  t.notOk(take(user(1, 1), 1))
  t.ok(take(user(1, 2), 32 * MIB), 'another user of the account has room')
  t.notOk(take(user(1, 3), 1))
  t.ok(take(user(2, 1), 32 * MIB), 'another account has room')
  t.notOk(take(user(3, 1), 1), 'nobody has room any more')
  giveBack(user(1, 1), MIB)
  t.ok(take(user(3, 1), MIB))
  giveBack(user(1, 1), 63 * MIB)
  t.ok(take(user(1, 3), 63 * MIB))
  t.notOk(take(user(1, 1), 2 * MIB))
})
