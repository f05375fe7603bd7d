import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Test } from 'tap'
import { lookInto } from '#src/media/analysis/look-into.js'
import type { AnalysisResult, FileMetadata } from '#src/media/analysis/task.js'

/** The result of an analysis of some bytes. It must leave nothing behind. */
export async function look (t: Test, bytes: Buffer | string): Promise<AnalysisResult> {
  const folder = t.testdir()
  const path = join(folder, 'file')
  await writeFile(path, bytes)
  const { result, discard } = await lookInto(path, 'f', join(folder, 'incoming'), new AbortController().signal)
  await discard()
  t.same(await readdir(join(folder, 'incoming')), [])
  return result
}

/** What is known of a file that can be analysed. */
export async function describe (t: Test, bytes: Buffer): Promise<FileMetadata> {
  const result = await look(t, bytes)
  if (result.outcome !== 'done') throw new Error(`It was to be described: ${JSON.stringify(result)}`)
  return result.metadata
}
