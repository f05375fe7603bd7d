import t from 'tap'
import { tellers } from '#src/consumers.js'
import { reasonKinds } from '#src/core/events/kinds.js'
import { declaredTypes, type Teller } from '#src/core/events/teller.js'
import { createNotifier } from '#src/notifications/follow.js'

const details = async () => new Map()
const teller = (more: Partial<Teller>): Teller => ({ whom: {}, sentences: {}, ...more })

t.test('One domain declares each type that users are told about, else the service does not start', async (t) => {
  t.doesNotThrow(() => declaredTypes(tellers))
  t.throws(() => createNotifier([...tellers, teller({ about: 'clip' })]), { message: 'No teller has details of the type clip' })
  t.throws(() => createNotifier([...tellers, teller({ about: 'comment', details })]),
    { message: 'Two tellers have details of the type comment' })
  t.doesNotThrow(() => createNotifier([...tellers, teller({}), teller({ about: 'comment' }), teller({ about: 'clip', details })]))
})

t.test('One domain has the sentence of each reason', (t) => {
  const said = tellers.flatMap(({ sentences }) => Object.keys(sentences))
  const wrong = reasonKinds.filter((kind) => said.filter((each) => each === kind).length !== 1)
  t.strictSame(wrong.map((kind) => `${kind}: one teller has its sentence, in the tell.ts of its domain`), [])
  t.end()
})
