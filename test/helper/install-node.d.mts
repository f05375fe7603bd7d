export function installNode (version: string, prefix: string): Promise<string>
