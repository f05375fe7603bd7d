-- FTS5 merges a part of its index anew where a tenth of it is deleted, all at once and in the commit of whoever comes
-- then: a second and more of a hundred thousand items. What is deleted goes with the merges that it makes anyway.
INSERT INTO "search_index" ("search_index", "rank") VALUES ('deletemerge', 0);
