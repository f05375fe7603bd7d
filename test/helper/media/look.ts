import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { analysisProcess, lookInto } from '#src/media/analysis/look-into.js'
import { findPrograms } from '#src/media/analysis/programs.js'
import type { AnalysisResult, AnalysisTask, FileMetadata } from '#src/media/analysis/task.js'
import { supervise } from '#src/work/workers/supervisor.js'

/** The result of an analysis of some bytes, by a separate process as in the service. It must leave nothing behind. */
export async function look (t: Test, bytes: Buffer | string): Promise<AnalysisResult> {
  const folder = t.testdir()
  const path = join(folder, 'file')
  await writeFile(path, bytes)
  const { result, discard } = await lookInto(path, 'f', join(folder, 'incoming'), new AbortController().signal)
  await discard()
  t.same(await readdir(join(folder, 'incoming')), [])
  return result
}

/**
 * For harmless files: one process analyses all files of a test, as its start takes longer than most analyses.
 */
export function lookInOneProcess () {
  const worker = supervise<AnalysisTask, AnalysisResult>({ start: analysisProcess() })
  t.teardown(() => worker.kill())

  async function look (t: Test, bytes: Buffer | string): Promise<AnalysisResult> {
    const folder = t.testdir({ file: bytes })
    const at = (name: string) => join(folder, name)
    const previews = { thumbnail: at('thumbnail'), preview: at('preview') }
    return worker.ask({ path: at('file'), previews, scratch: at('scratch'), programs: findPrograms() })
  }

  /** The metadata of a file that can be analysed. */
  async function describe (t: Test, bytes: Buffer): Promise<FileMetadata> {
    const result = await look(t, bytes)
    if (result.outcome !== 'done') throw new Error(`It was to be described: ${JSON.stringify(result)}`)
    return result.metadata
  }

  return { look, describe }
}
