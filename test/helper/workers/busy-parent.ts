import { child } from '#src/work/workers/child.js'
import { supervise } from '#src/work/workers/supervisor.js'

/** Has a child process that is blocked, and prints the ids of this process and of the one that it has started. */
const script = new URL('./obedient-worker.js', import.meta.url)
const { ask } = supervise<string, number, string>({ start: child(script, { memoryMb: 200, heapMb: 64 }) })
const pids = [await ask('pid'), await ask('grandchild')]
ask('hang', { onProgress: () => { process.stdout.write(JSON.stringify(pids)) } }).catch(() => {})
