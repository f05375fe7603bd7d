import { isNoSpace, saysNoSpace } from '../../../basics/no-space.js'
import { emptyMetadata, type AnalysisResult, type AnalysisTask } from '../task.js'
import { kindOf, type Kind } from './kind.js'
import { reasonOf, withinBounds } from './texts.js'

type Analyse = (task: AnalysisTask, contentType: string) => Promise<AnalysisResult>

/** The module for a kind is loaded with the first file of that kind. */
const analyses: Readonly<Record<Exclude<Kind, null>, () => Promise<Analyse>>> = {
  picture: async () => (await import('./picture.js')).analysePicture,
  'undecoded picture': async () => (await import('./picture.js')).analysePicture,
  film: async () => (await import('./film.js')).analyseFilm,
  sound: async () => (await import('./sound.js')).analyseSound,
  document: async () => (await import('./document.js')).analyseDocument
}

/** Throws if the failure is not the file's fault: the disk is full. */
export async function analyse (task: AnalysisTask): Promise<AnalysisResult> {
  let contentType: string | undefined
  try {
    const found = await kindOf(task.path)
    const { kind } = found
    contentType = found.contentType
    if (kind === null) return { outcome: 'unsupported', metadata: emptyMetadata(contentType) }
    const analyseKind = await analyses[kind]()
    const result = await analyseKind(task, contentType)
    if (result.outcome === 'failed') return { ...result, contentType }
    return result.outcome === 'done' ? { ...result, metadata: withinBounds(result.metadata) } : result
  } catch (error) {
    if (isNoSpace(error) || saysNoSpace(error)) throw error
    return { outcome: 'failed', error: reasonOf(String((error as Error).message)), contentType }
  }
}
