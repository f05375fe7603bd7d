import t from 'tap'
import { createDiskBudget } from '#src/process/disk-budget.js'
import { startFetching } from '../../helper/media/fetching.js'
import { startFileSender, startSender } from '../../helper/media/sender.js'

const MEBIBYTE = 1024 ** 2
const GIBIBYTE = 1024 ** 3

t.test('Arrived files leave 256 MiB of a disk free, and a tenth of a small disk', async (t) => {
  const room = (freeBytes: number, totalBytes: number) =>
    createDiskBudget('anywhere', () => ({ freeBytes, totalBytes }))
  t.ok(room(300 * MEBIBYTE, 100 * GIBIBYTE).fits(44 * MEBIBYTE))
  t.notOk(room(300 * MEBIBYTE, 100 * GIBIBYTE).fits(44 * MEBIBYTE + 1))
  t.notOk(room(200 * MEBIBYTE, 100 * GIBIBYTE).take(1))
  t.ok(room(20 * MEBIBYTE, 40 * MEBIBYTE).fits(16 * MEBIBYTE))
  t.notOk(room(20 * MEBIBYTE, 40 * MEBIBYTE).fits(17 * MEBIBYTE))
  t.ok(room(0, 0).fits(GIBIBYTE), 'a disk that does not report its size may have room')
})

t.test('Files that arrive at the same time share one budget, and stop together at the reserve', async (t) => {
  let freeBytes = 264 * MEBIBYTE
  let looks = 0
  const room = createDiskBudget('anywhere', () => {
    looks++
    return { freeBytes, totalBytes: 100 * GIBIBYTE }
  })
  let taken = 0
  while (room.take(64 * 1024)) {
    taken += 64 * 1024
    freeBytes -= 64 * 1024
  }
  t.equal(taken, 8 * MEBIBYTE)
  t.ok(looks <= 10, `the disk is measured ${looks} times, not for each piece`)
})

t.test('A file that does not fit on the disk leaves nothing behind, whether its size was announced or not', async (t) => {
  const bytes = Buffer.alloc(8 * MEBIBYTE, 'x')
  let freeBytes = 260 * MEBIBYTE
  const space = () => ({ freeBytes, totalBytes: 100 * GIBIBYTE })
  const announced = await startFileSender(t, { bytes })
  const fetching = startFetching(t, { space })
  t.match(await fetching.attempt(announced.url), {
    kind: 'broken',
    error: 'The disk of the service has no room for the file of 8 MiB',
    arrived: null
  })
  t.same(await fetching.files(), [])

  const unannounced = await startSender(t, (_request, response) => {
    response.writeHead(200, { etag: '"1"' })
    response.end(bytes)
  })
  const other = startFetching(t, {
    space: () => {
      freeBytes -= MEBIBYTE
      return space()
    }
  })
  t.match(await other.attempt(unannounced.url), {
    kind: 'broken',
    error: 'The disk of the service has no room for the file',
    arrived: null
  })
  t.same(await other.files(), [])

  freeBytes = GIBIBYTE
  t.match(await fetching.attempt(announced.url), { kind: 'whole' }, 'it is fetched when there is room')
})

t.test('The rest of a file is not requested if it does not fit on the disk, and its first part is removed', async (t) => {
  const bytes = Buffer.alloc(8 * MEBIBYTE, 'x')
  let freeBytes = GIBIBYTE
  const sender = await startFileSender(t, { bytes, dropAfter: (request) => request === 0 ? 2 * MEBIBYTE : Infinity })
  const fetching = startFetching(t, { space: () => ({ freeBytes, totalBytes: 100 * GIBIBYTE }) })
  t.match(await fetching.attempt(sender.url), { kind: 'broken', arrived: { bytes: Number } })
  freeBytes = 258 * MEBIBYTE
  t.match(await fetching.attempt(sender.url), {
    kind: 'broken',
    error: 'The disk of the service has no room for the file of 8 MiB',
    arrived: null
  })
  t.same(await fetching.files(), [])
})
