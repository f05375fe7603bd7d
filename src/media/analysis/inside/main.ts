import type { AnalysisTask } from '../task.js'
import { analyse } from './analyse.js'

/**
 * The process that looks into one file, and the only one that does: it reads its task from standard input, writes what
 * came of it to standard output, and ends. It has no environment and no way to the database. When the service goes, so
 * does it: its standard input stays open until then.
 */
process.stdin.setEncoding('utf8')
let sent = ''
process.stdin.on('data', (text: string) => {
  sent += text
  if (!sent.endsWith('\n')) return
  analyse(JSON.parse(sent) as AnalysisTask).then((result) => {
    process.stdout.write(JSON.stringify(result), () => process.exit(0))
  }, () => process.exit(1))
})
process.stdin.on('end', () => process.exit(1))
