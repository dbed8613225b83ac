/** Names of the caches in which a site is kept on the device. Other courses of the same host have other paths. */

/** What all names of a site begin with. */
export const prefixOf = (scope: URL): string => `turnkeeper:${scope.pathname}:`;

/** The cache of one version of the site. */
export const cacheNameOf = (scope: URL, version: string): string => `${prefixOf(scope)}${version}`;
