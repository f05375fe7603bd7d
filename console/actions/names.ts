/** What the names of steps and of parameters are like. */
export const NAME = '[A-Za-z0-9_\\-]{1,50}'
export const NAME_RULE = 'Letters from A to Z, digits, _ and -'
