// Loaded into a server that is to be profiled: begins when its parent says so, and at the end writes the profile to the
// file that is named.
import { writeFile } from 'node:fs/promises'
import { Session } from 'node:inspector/promises'

const INTERVAL_US = 200
const session = new Session()
session.connect()

process.on('message', async ({ begin, end }) => {
  if (begin) {
    await session.post('Profiler.enable')
    await session.post('Profiler.setSamplingInterval', { interval: INTERVAL_US })
    await session.post('Profiler.start')
    process.send?.({ begun: true })
  }
  if (end !== undefined) {
    const { profile } = await session.post('Profiler.stop')
    await writeFile(end, JSON.stringify(profile))
    process.send?.({ written: true })
  }
})
// The channel keeps nobody from ending.
process.channel?.unref()
