import { serve } from '../../../work/workers/serve.js'
import type { AnalysisResult, AnalysisTask } from '../task.js'
import { analyse } from './analyse.js'

/** The process that looks into one file, and the only one that does. It has no environment, and ends after it. */
serve<null, AnalysisTask, AnalysisResult>(() => ({ handle: analyse }))
