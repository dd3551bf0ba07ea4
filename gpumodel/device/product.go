package device

import "cmp"

// Product is the name that the driver has for the device, in cudaGetDeviceProperties and in nvidia-smi.
func (d *Device) Product() string { return cmp.Or(d.DriverName, "NVIDIA "+d.Name) }
