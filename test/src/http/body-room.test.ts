import t from 'tap'
import { createBodyRoom } from '#src/http/body-room.js'

const MIB = 1024 ** 2

t.test('All bodies together have room for 128 MiB, those of a user for half of it, and what is done gives its own back', async (t) => {
  const { take, giveBack } = createBodyRoom()
  t.ok(take(1, 63 * MIB))
  t.ok(take(1, MIB))
  t.notOk(take(1, 1))
  t.ok(take(2, 60 * MIB), 'another user is not concerned')
  t.ok(take(3, 4 * MIB))
  t.notOk(take(4, 1), 'there is no room left for anybody')
  giveBack(1, MIB)
  t.ok(take(4, MIB))
  giveBack(1, 63 * MIB)
  giveBack(4, MIB)
  t.ok(take(2, 4 * MIB))
  t.ok(take(1, 60 * MIB))
  t.notOk(take(1, 1))
})
