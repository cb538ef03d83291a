-- The shares of the slots of a week stand beside the published cones; they were inputs of every newest bar.

-- Chances without them cannot be shown. The analysis writes them again.
update analysis_view set view = (view::jsonb - 'touch')::json where view::jsonb ? 'touch';
update analysis_state set touch_now = null,
  snapshot = null, snapshot_cursor_ms = null, snapshot_bars = null, snapshot_hash = null;
-- A snapshot of an engine without them cannot be read.
delete from record_checkpoint;
delete from build_checkpoint;
