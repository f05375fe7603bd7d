import { serve } from '../../../work/workers/serve.js'
import type { AnalysisResult, AnalysisTask } from '../task.js'
import { analyse } from './analyse.js'

/** Analyses one file and ends. The process has no environment. */
serve<null, AnalysisTask, AnalysisResult>(() => ({ handle: analyse }))
