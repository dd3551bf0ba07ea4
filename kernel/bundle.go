package kernel

import (
	"encoding/json"
	"fmt"
	"strings"
)

// content is a bundle as display_data and its like have it.
func (b Bundle) content() map[string]any {
	transient := map[string]string{}
	if b.ID != "" {
		transient["display_id"] = b.ID
	}
	return map[string]any{"data": object(b.Data), "metadata": object(b.Metadata), "transient": transient}
}

// Encodable returns the data and the metadata of b without the values that JSON
// cannot hold, such as a NaN: they cost only themselves, and the text says so.
func Encodable(b Bundle) (data, metadata map[string]any) {
	data, lost := jsonOnly(b.Data)
	metadata, _ = jsonOnly(b.Metadata)
	if _, ok := data["text/plain"]; !ok && len(lost) > 0 {
		data["text/plain"] = strings.Join(lost, "\n")
	}
	return data, metadata
}

func jsonOnly(m map[string]any) (kept map[string]any, lost []string) {
	kept = map[string]any{}
	for name, v := range m {
		if _, err := json.Marshal(v); err != nil {
			lost = append(lost, fmt.Sprintf("%s cannot be shown: %v", name, err))
			continue
		}
		kept[name] = v
	}
	return kept, lost
}

// object is m, but {} instead of null in JSON.
func object(m map[string]any) map[string]any {
	if m == nil {
		return map[string]any{}
	}
	return m
}
