/** The job that begins runs. */
export const BEGIN_JOB = 'action-runs'
/** The job for steps whose time is over. */
export const DUE_JOB = 'action-steps'
/** Agents that wait: a step is ready in a queue. */
export const READY = 'action-queues'
