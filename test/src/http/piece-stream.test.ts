import { Writable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { PieceStream } from '#src/http/piece-stream.js'
import { MEBIBYTE } from '#src/basics/units.js'

/** An endless answer, and the number of requested pieces. */
function open (t: Test, length: number) {
  let asked = 0
  const stream = new PieceStream((async function * () {
    for (; ;) {
      asked++
      yield 'x'.repeat(length)
    }
  })())
  t.teardown(() => stream.destroy())
  return { stream, asked: () => asked }
}

/** A connection whose other side takes a piece when it is told to. */
function connect (stream: PieceStream) {
  let take = () => {}
  stream.pipe(new Writable({ highWaterMark: 1, write: (_piece, _encoding, done) => { take = done } }))
  return async () => {
    take()
    for (let turns = 0; turns < 3; turns++) await turn()
  }
}

t.test('A piece is requested only when the one before was taken', async (t) => {
  const { stream, asked } = open(t, MEBIBYTE)
  const takeOne = connect(stream)
  for (let taken = 0; taken < 3; taken++) {
    await takeOne()
    t.equal(asked(), taken + 1)
  }
})

t.test('Others have turns while an answer is read as fast as it is made', async (t) => {
  const PIECES = 20
  let turns = 0
  let isOver = false
  const count = () => {
    turns++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const stream = new PieceStream((async function * () {
    for (let made = 0; made < PIECES; made++) {
      // Each piece takes longer than others have to wait.
      for (const begun = performance.now(); performance.now() - begun < 10;);
      yield 'x'
    }
  })())
  stream.pipe(new Writable({ highWaterMark: MEBIBYTE, write: (_piece, _encoding, done) => done() }))
  await new Promise((resolve) => stream.once('end', resolve))
  isOver = true
  t.ok(turns >= PIECES - 1, `${turns} turns`)
})

t.test('Each unread answer keeps one piece; when all together keep too much, the one idle for the longest is cut off', async (t) => {
  const answers = Array.from({ length: 12 }, () => open(t, 5 * MEBIBYTE))
  for (const { stream } of answers) await connect(stream)()
  t.strictSame([...new Set(answers.map(({ asked, stream }) => `${asked()} ${stream.destroyed}`))], ['1 false'])
  const [first, ...others] = answers
  const another = open(t, 5 * MEBIBYTE)
  first!.stream.once('error', (error) => t.match(error, { message: /^Too much waits for slow readers/ }))
  await connect(another.stream)()
  t.ok(first!.stream.destroyed)
  t.notOk([another, ...others].some(({ stream }) => stream.destroyed), 'the thirteenth is answered')
})
