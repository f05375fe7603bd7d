// Loaded into a server to profile it: begins when its parent sends a message, and writes the profile to the given file
// at the end.
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
// The channel must not keep the process alive.
process.channel?.unref()
