/** What shows and makes drawings is loaded when it is needed. */
export const loadDrawing = async () => (await import('../draw/stage-drawing.tsx')).StageDrawing
export const loadTools = async () => (await import('../draw/draw-tools.tsx')).DrawTools
